/** The state of our history entries. Closing a modal goes back past the `modalDepth` entries that it added. */
export interface HistoryState {
  modalDepth: number;
  wizardFrom: string | undefined;
}

export function readHistoryState(state: unknown): HistoryState {
  const historyState: HistoryState = { modalDepth: 0, wizardFrom: undefined };
  if (typeof state !== 'object' || state === null) return historyState;
  if ('modalDepth' in state && typeof state.modalDepth === 'number')
    historyState.modalDepth = state.modalDepth;
  if ('wizardFrom' in state && typeof state.wizardFrom === 'string')
    historyState.wizardFrom = state.wizardFrom;
  return historyState;
}

/** The state of a link that opens a modal: `<Link to={paths.buy('family')} state={opensModal}>`. */
export const opensModal: HistoryState = { modalDepth: 1, wizardFrom: undefined };

/** The state of the next entry, in the same modal if one is open. */
export function nextHistoryState(state: unknown, wizardFrom: string): HistoryState {
  const { modalDepth } = readHistoryState(state);
  return { modalDepth: modalDepth === 0 ? 0 : modalDepth + 1, wizardFrom };
}
