import { operation } from '../define-operation.ts';

export const viewerOperations = [
  operation({
    name: 'user',
    kind: 'query',
    call: (caller) => caller.viewer.user(),
    present: (user) => user,
  }),
];
