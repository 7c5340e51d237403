// The content security policy forbids eval, which zod uses by default. Setting zod's global configuration
// directly, instead of calling its `config`, keeps zod out of the scripts that every page loads.
const settings = Reflect.get(globalThis, '__zod_globalConfig') ?? {};
Reflect.set(globalThis, '__zod_globalConfig', Object.assign(settings, { jitless: true }));
