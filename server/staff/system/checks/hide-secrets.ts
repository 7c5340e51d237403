/** Names of settings whose values are secret. Those of public keys are hidden too, which does no harm. */
const SECRET_NAME = /SECRET|KEY|PASSPHRASE|PASSWORD/;
const MIN_LENGTH = 4;

function listSecrets(env: Record<string, string | undefined>): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const { password = '' } = URL.parse(value) ?? {};
    if (!SECRET_NAME.test(name)) return [password, decode(password)];
    // A list of secrets, and `id:secret` pairs.
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

/** A last resort: no check prints a secret, but a library or a server might quote one in its message. */
export function hideSecrets(text: string, env: Record<string, string | undefined>): string {
  return listSecrets(env)
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '[hidden]'), text);
}
