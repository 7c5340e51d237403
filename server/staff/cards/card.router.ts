import type { CardShipment } from '../../domains/memberships/physical-card/card-shipment.schema.ts';
import {
  getCardShipment,
  markCardReturned,
  printCards,
  requeueCard,
  sendCards,
  unprintCards,
  unsendCard,
} from '../../domains/memberships/physical-card/card-shipment.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { cardDetail, cardId, cardIds, printRun, requeueInput } from './card.schema.ts';
import { openCard, openPrintRun } from './card.service.ts';

const countCards = (count: number) => (count === 1 ? '1 card' : `${count} cards`);

/** Plans what staff do with cards. Throws NOT_FOUND. */
async function planCards(deps: Deps, ids: readonly string[], describe: (card: CardShipment) => string) {
  const cards = await Promise.all(ids.map((id) => getCardShipment(deps, id)));
  return {
    effects: cards.map(describe),
    state: cards.map(({ id, step, printRunId, standing }) => ({ id, step, printRunId, standing })),
  };
}

export const cardsRouter = router({
  detail: staffProcedure
    .input(cardId)
    .output(cardDetail)
    .query(({ ctx, input }) => openCard(ctx, input.id)),
  run: staffProcedure
    .input(cardId)
    .output(printRun)
    .query(({ ctx, input }) => openPrintRun(ctx, input.id)),
  print: createAction(cardIds, async ({ deps }, { ids }) => ({
    ...(await planCards(deps, ids, ({ recipient, number, planName, standing }) => {
      const warning = standing === 'Active' ? '' : `, whose membership is not active: ${standing}`;
      return `Print the ${planName} card ${number} for ${recipient}${warning}`;
    })),
    perform: (by) => printCards(deps, ids, by),
    done: `${countCards(ids.length)} marked as printed. Print the sheet from the newest print run.`,
  })),
  unprint: createAction(cardIds, async ({ deps }, { ids }) => ({
    ...(await planCards(
      deps,
      ids,
      ({ recipient, number }) => `Put ${number} for ${recipient} back in the queue`,
    )),
    perform: (by) => unprintCards(deps, ids, by),
    done: `${countCards(ids.length)} back in the queue.`,
  })),
  send: createAction(cardIds, async ({ deps }, { ids }) => ({
    ...(await planCards(
      deps,
      ids,
      ({ recipient, number, email }) => `${number} is on its way to ${recipient}. We’ll email ${email}`,
    )),
    perform: (by) => sendCards(deps, ids, by),
    done: `${countCards(ids.length)} marked as sent.`,
  })),
  unsend: createAction(cardId, async ({ deps }, { id }) => ({
    ...(await planCards(
      deps,
      [id],
      ({ recipient }) => `The card hasn’t been sent yet. The email that ${recipient} got can’t be taken back`,
    )),
    perform: (by) => unsendCard(deps, id, by),
    done: 'Not sent yet.',
  })),
  markReturned: createAction(cardId, async ({ deps }, { id }) => ({
    ...(await planCards(
      deps,
      [id],
      ({ recipient, email }) =>
        `The card for ${recipient} came back, and ${email} gets an email. It can be sent again to another address`,
    )),
    perform: (by) => markCardReturned(deps, id, by),
    done: 'Marked as returned.',
  })),
  requeue: createAction(requeueInput, async ({ deps }, { id, ...sent }) => {
    const { recipient, step, address } = await getCardShipment(deps, id);
    const { street1, street2, city, state, zip, country } = sent;
    const place = [street1, street2, city, `${state} ${zip}`, country].filter(Boolean).join(', ');
    return {
      effects: [`The card is queued to be printed again, for ${recipient}, ${place}`],
      state: { step, address },
      perform: (by) => requeueCard(deps, id, sent, by),
      done: 'Back in the queue.',
    };
  }),
});
