/** The part of Google's script that draws its wallet's button. */
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

const ADDRESS = 'https://apis.google.com/js/platform.js';

let loading: Promise<GoogleApi> | undefined;

/** Google's script, from Google and only when somebody has asked for a pass; once however often that is. */
function loadScript(): Promise<GoogleApi> {
  loading ??= new Promise<GoogleApi>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.async = true;
    script.addEventListener('load', () =>
      window.gapi ? resolve(window.gapi) : reject(new Error('No gapi')),
    );
    script.addEventListener('error', () => reject(new Error('The script could not be loaded')));
    document.head.append(script);
  }).catch((error: unknown) => {
    // Asked again, it is tried again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** How long somebody waits for the script before there is the link alone. */
const PATIENCE_MS = 5_000;

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The script takes too long')), PATIENCE_MS);
  });
}

/** Draws Google's own button into the element; rejects where Google cannot be reached. */
export async function drawGoogleButton(elementId: string, token: string): Promise<void> {
  const { savetoandroidpay } = await Promise.race([loadScript(), tooLate()]);
  if (!savetoandroidpay) throw new Error('The script does not know the button');
  savetoandroidpay.render(elementId, { jwt: token, onsuccess: () => {}, onfailure: () => {} });
}
