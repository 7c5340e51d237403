import { expect, test } from './support/journey.ts';
import {
  acceptTerms,
  CARDS,
  expectCompleted,
  fillAddress,
  findTermValue,
  newPerson,
  openPlan,
  press,
  step,
  typeCard,
  verifyCard,
} from './support/purchase.ts';

test('a family registers during its purchase, shows its card, and cancels', {
  tag: ['@phone', '@money'],
}, async ({ page, newVisitor }) => {
  const person = newPerson();
  await openPlan(page, 'Family');
  await press(page, 'Log in or register');
  const register = page.getByRole('region', { name: 'Register' });
  await register.getByLabel('First name').fill(person.firstname);
  await register.getByLabel('Last name').fill(person.lastname);
  await register.getByLabel('Email').fill(person.email);
  await register.getByLabel('ZIP code').fill('10118');
  await register.getByLabel('Password', { exact: true }).fill(person.password);
  await register.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await register.getByRole('button', { name: 'Register' }).click();

  await expect(step(page, 'Shipping')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue(person.firstname);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Phone').fill(person.phone);
  await fillAddress(page);
  await press(page, 'Next');
  await expect(page.getByRole('dialog', { name: 'Confirm your address' })).toContainText('350 fifth avenue');
  await press(page, 'Yes, Continue');

  await expect(step(page, 'Family members')).toBeVisible();
  await page.getByLabel('Spouse’s first name').fill('Noah');
  await page.getByLabel('Spouse’s last name').fill('Park');
  for (const [place, name] of ['Mia Park', 'Leo Park'].entries()) {
    await press(page, 'Add family member');
    await page.getByLabel(`Name ${place + 1}`, { exact: true }).fill(name);
  }
  await press(page, 'Next');
  await acceptTerms(page);
  await expect(page.getByText('We charge $99.90 now.')).toBeVisible();
  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);

  await page.getByRole('link', { name: 'See your membership' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings and Managment' })).toBeVisible();
  await expect(findTermValue(page, 'Type')).toHaveText('Family');
  await expect(findTermValue(page, 'Last Charge')).toContainText('$99.90');
  await expect(findTermValue(page, 'Canceled')).toHaveText('No');
  const membershipNumber = await findTermValue(page, 'Membership ID').innerText();

  await test.step('who has logged out logs in again to see it', async () => {
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
    const login = page.getByRole('region', { name: 'Login', exact: true });
    await login.getByLabel('Email').fill(person.email);
    await login.getByLabel('Password', { exact: true }).fill(person.password);
    await login.getByRole('button', { name: 'Login' }).click();
    await expect(findTermValue(page, 'Membership ID')).toHaveText(membershipNumber);
  });

  await page.getByRole('link', { name: 'View Membership Card' }).click();
  await expect(page).toHaveURL(`/user/card/${membershipNumber}`);
  const cardDialog = page.getByRole('dialog', { name: 'Membership Card' });
  await expect(cardDialog.getByText(`${person.firstname} ${person.lastname}`).first()).toBeVisible();
  await expect(cardDialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await page.goBack();
  await expect(cardDialog).toBeHidden();
  await expect(page).toHaveURL('/user');

  const cashier = await newVisitor();
  await verifyCard(cashier, membershipNumber);
  await expect(cashier.getByRole('heading', { name: 'Active' })).toBeVisible();
  await expect(findTermValue(cashier, 'Card Plan')).toHaveText('Family');
  await expect(findTermValue(cashier, 'Spouse')).toHaveText('Noah Park');
  await expect(findTermValue(cashier, 'Additional Family Members')).toContainText('Mia Park');
  await expect(findTermValue(cashier, 'Additional Family Members')).toContainText('Leo Park');

  await page.getByRole('button', { name: /^Cancel Membership/ }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Membership' });
  await expect(question).toContainText(
    "Are you sure you want to cancel this membership? You will be able to use your membership until it's expiry date.",
  );
  await question.getByRole('button', { name: 'Cancel Membership' }).click();
  await expect(findTermValue(page, 'Canceled')).toHaveText('Yes');
  await expect(findTermValue(page, 'Next Charge')).toHaveText('-');

  await verifyCard(cashier, membershipNumber);
  await expect(cashier.getByRole('heading', { name: 'Active' })).toBeVisible();
});
