/**
 * Our part of history.state. `modalDepth` counts the entries that the open modal added; closing it goes back
 * that far.
 */
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

/** Opens the link's target in a modal: `<Link to={paths.buy('family')} state={opensModal}>`. */
export const opensModal: HistoryState = { modalDepth: 1, wizardFrom: undefined };

/** Returns the state for the next history entry. If a modal is open, counts the entry in `modalDepth`. */
export function nextHistoryState(state: unknown, wizardFrom: string): HistoryState {
  const { modalDepth } = readHistoryState(state);
  return { modalDepth: modalDepth === 0 ? 0 : modalDepth + 1, wizardFrom };
}
