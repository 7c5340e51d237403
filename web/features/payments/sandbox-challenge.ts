/** Shows a 3-D Secure dialog in place of the bank's. Escape counts as failing the challenge. */
export function showChallenge(): Promise<'succeeded' | 'failed'> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'sandbox-bank');
  dialog.setAttribute('aria-describedby', 'sandbox-bank-why');
  dialog.style.cssText =
    'width:min(26rem,100vw - 2rem);box-sizing:border-box;padding:1.5rem;border:1px solid var(--line-strong,GrayText);border-radius:1rem;background:var(--surface,Canvas);color:var(--ink,CanvasText);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif';
  const heading = document.createElement('h2');
  heading.id = 'sandbox-bank';
  heading.textContent = 'Your bank wants to make sure it’s you';
  heading.style.cssText = 'margin:0 0 .5rem;font-size:1.25rem';
  const explanation = document.createElement('p');
  explanation.id = 'sandbox-bank-why';
  explanation.textContent =
    'This is a sandbox: no bank is contacted and no money moves. Choose how the 3-D Secure check ends.';
  explanation.style.margin = '0 0 1rem';
  const previousFocus = document.activeElement;
  return new Promise((resolve) => {
    const closeDialog = (outcome: 'succeeded' | 'failed'): void => {
      dialog.remove();
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
      resolve(outcome);
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      closeDialog('failed');
    });
    dialog.append(
      heading,
      explanation,
      createButton(
        'Complete authentication',
        'var(--on-action,ButtonText);background:var(--action,ButtonFace)',
        () => closeDialog('succeeded'),
      ),
      createButton('Fail authentication', 'inherit;background:none', () => closeDialog('failed')),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

function createButton(text: string, colors: string, onClick: () => void): HTMLButtonElement {
  const buttonElement = document.createElement('button');
  buttonElement.type = 'button';
  buttonElement.textContent = text;
  buttonElement.style.cssText = `display:block;width:100%;min-height:2.75rem;margin-top:.75rem;border:1px solid;border-radius:.75rem;font:inherit;font-weight:600;cursor:pointer;color:${colors}`;
  buttonElement.addEventListener('click', onClick);
  return buttonElement;
}
