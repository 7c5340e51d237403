import { staffPath } from '#server/staff/sections.shared.ts';

const below = (...parts: string[]) => [staffPath('content'), ...parts.map(encodeURIComponent)].join('/');

/** The pages of the Content section. */
export const contentPaths = {
  setting: (key: string) => below('settings', key),
  text: (type: string) => below('texts', type),
  editText: (type: string) => below('texts', type, 'edit'),
  textDraft: (type: string) => below('texts', type, 'draft'),
  textChanges: (type: string) => below('texts', type, 'changes'),
  textVersion: (type: string, version: number) => below('texts', type, 'versions', String(version)),
  plan: (id: number) => below('plans', String(id)),
};
