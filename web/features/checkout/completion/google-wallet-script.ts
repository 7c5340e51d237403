/** The part of Google's script that draws the wallet button. */
interface GoogleApi {
  savetoandroidpay?: {
    render(elementId: string, options: { jwt: string; onsuccess: () => void; onfailure: () => void }): void;
  };
}

declare global {
  interface Window {
    gapi?: GoogleApi;
  }
}

const SCRIPT_URL = 'https://apis.google.com/js/platform.js';

let scriptLoad: Promise<GoogleApi> | undefined;

/** Loads Google's script on first use, and only once. */
function loadScript(): Promise<GoogleApi> {
  scriptLoad ??= new Promise<GoogleApi>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT_URL;
    script.async = true;
    script.addEventListener('load', () =>
      window.gapi ? resolve(window.gapi) : reject(new Error('No gapi')),
    );
    script.addEventListener('error', () => reject(new Error('The script could not be loaded')));
    document.head.append(script);
  }).catch((error: unknown) => {
    // Let the next call try again.
    scriptLoad = undefined;
    throw error;
  });
  return scriptLoad;
}

/** If the script takes longer than this, only the link is shown. */
const TIMEOUT_MS = 5_000;

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The script takes too long')), TIMEOUT_MS);
  });
}

/** Draws Google's button into the element. Rejects if the script can't be loaded in time. */
export async function drawGoogleButton(elementId: string, token: string): Promise<void> {
  const { savetoandroidpay } = await Promise.race([loadScript(), rejectAfterTimeout()]);
  if (!savetoandroidpay) throw new Error('The script does not know the button');
  savetoandroidpay.render(elementId, { jwt: token, onsuccess: () => {}, onfailure: () => {} });
}
