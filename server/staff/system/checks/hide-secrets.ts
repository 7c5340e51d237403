/** Matches the names of settings with secret values. Hiding public keys as well does no harm. */
const SECRET_NAME = /SECRET|KEY|PASSPHRASE|PASSWORD/;
const MIN_SECRET_LENGTH = 4;

function listSecrets(env: Record<string, string | undefined>): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const { password = '' } = URL.parse(value) ?? {};
    if (!SECRET_NAME.test(name)) return [password, decode(password)];
    // The value may be a list of secrets, or of `id:secret` pairs.
    const items = value.split(',').map((item) => item.trim());
    return [value, ...items, ...items.map((item) => item.slice(item.indexOf(':') + 1))];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A last resort. No check prints a secret, but a library or a server might quote one in its message. */
export function hideSecrets(text: string, env: Record<string, string | undefined>): string {
  return listSecrets(env)
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length)
    .reduce((result, secret) => result.replaceAll(secret, '[hidden]'), text);
}
