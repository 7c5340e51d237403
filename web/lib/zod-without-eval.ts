/*
 * The content security policy forbids building functions from text, which zod otherwise tries. This is where zod
 * keeps its settings before it is loaded; its own `config` would bring a part of it into every first view.
 */
const settings = Reflect.get(globalThis, '__zod_globalConfig') ?? {};
Reflect.set(globalThis, '__zod_globalConfig', Object.assign(settings, { jitless: true }));
