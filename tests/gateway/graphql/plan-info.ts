import { businessPlanPurchase, EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';

/** Returns a business plan as an older client sends it: without an idempotency key or a price. */
export function planInfo(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { idempotencyKey: _, ...info } = businessPlanPurchase();
  return { ...info, name: 'Ben Walker', cardZip: '80202', ...overrides };
}

/** Returns a business plan with every field of the contract's input. */
export function wholePlanInfo(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return planInfo({
    ...EVERY_PAGE,
    plan: 7,
    price: '249.75',
    promotions: [
      {
        id: '1',
        code: 'TEN',
        info: '<p>Ten <strong>percent</strong><script>x()</script></p>',
        url: 'https://walker.example/ten',
        additionalURL: 'https://walker.example/more',
        validUntil: '2099-12-31T23:59:59.999Z',
        online: true,
      },
    ],
    ...overrides,
  });
}
