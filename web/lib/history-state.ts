/** The state of our history entries. Closing a modal goes back past the `modalDepth` entries that it added. */
export interface HistoryNote {
  modalDepth: number;
  wizardFrom: string | undefined;
}

export function readHistoryNote(state: unknown): HistoryNote {
  const note: HistoryNote = { modalDepth: 0, wizardFrom: undefined };
  if (typeof state !== 'object' || state === null) return note;
  if ('modalDepth' in state && typeof state.modalDepth === 'number') note.modalDepth = state.modalDepth;
  if ('wizardFrom' in state && typeof state.wizardFrom === 'string') note.wizardFrom = state.wizardFrom;
  return note;
}

/** The state of a link that opens a modal: `<Link to={paths.buy('family')} state={opensModal}>`. */
export const opensModal: HistoryNote = { modalDepth: 1, wizardFrom: undefined };

/** The state of the next entry, in the same modal if one is open. */
export function nextHistoryNote(state: unknown, wizardFrom: string): HistoryNote {
  const { modalDepth } = readHistoryNote(state);
  return { modalDepth: modalDepth === 0 ? 0 : modalDepth + 1, wizardFrom };
}
