/** Shows a 3-D Secure dialog in place of the bank's. Escape fails the challenge. */
export function askCardholder(): Promise<'succeeded' | 'failed'> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'sandbox-bank');
  dialog.setAttribute('aria-describedby', 'sandbox-bank-why');
  dialog.style.cssText =
    'width:min(26rem,100vw - 2rem);box-sizing:border-box;padding:1.5rem;border:1px solid var(--line-strong,GrayText);border-radius:1rem;background:var(--surface,Canvas);color:var(--ink,CanvasText);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif';
  const heading = document.createElement('h2');
  heading.id = 'sandbox-bank';
  heading.textContent = 'Your bank wants to know that it is you';
  heading.style.cssText = 'margin:0 0 .5rem;font-size:1.25rem';
  const why = document.createElement('p');
  why.id = 'sandbox-bank-why';
  why.textContent =
    'This is a sandbox: no bank is asked and no money moves. Choose how the 3-D Secure check ends.';
  why.style.margin = '0 0 1rem';
  const before = document.activeElement;
  return new Promise((resolve) => {
    const end = (outcome: 'succeeded' | 'failed'): void => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(outcome);
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('failed');
    });
    dialog.append(
      heading,
      why,
      button(
        'Complete authentication',
        'var(--on-action,ButtonText);background:var(--action,ButtonFace)',
        () => end('succeeded'),
      ),
      button('Fail authentication', 'inherit;background:none', () => end('failed')),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

function button(text: string, colours: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.style.cssText = `display:block;width:100%;min-height:2.75rem;margin-top:.75rem;border:1px solid;border-radius:.75rem;font:inherit;font-weight:600;cursor:pointer;color:${colours}`;
  made.addEventListener('click', act);
  return made;
}
