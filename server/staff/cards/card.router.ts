import {
  getCardShipment,
  markCardReturned,
  printCards,
  requeueCard,
  sendCards,
  unprintCards,
  unsendCard,
} from '../../domains/memberships/physical-card/card-shipment.service.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { cardDetail, cardId, cardIds, printRun, requeueInput } from './card.schema.ts';
import { openCard, openPrintRun, previewCards } from './card.service.ts';

const countCards = (count: number) => (count === 1 ? '1 card' : `${count} cards`);

export const cardsRouter = router({
  detail: staffProcedure
    .input(cardId)
    .output(cardDetail)
    .query(({ ctx, input }) => openCard(ctx, input.id)),
  run: staffProcedure
    .input(cardId)
    .output(printRun)
    .query(({ ctx, input }) => openPrintRun(ctx, input.id)),
  print: createPreviewedAction({
    input: cardIds,
    preview: (ctx, { ids }) =>
      previewCards(ctx, ids, ({ recipient, number, planName, standing }) => {
        const warning = standing === 'Active' ? '' : `, whose membership is not active: ${standing}`;
        return `Print the ${planName} card ${number} for ${recipient}${warning}`;
      }),
    perform: async ({ deps }, { ids }, by) => {
      await printCards(deps, ids, by);
      return `${countCards(ids.length)} marked as printed. Print the sheet from the newest print run.`;
    },
  }),
  unprint: createPreviewedAction({
    input: cardIds,
    preview: (ctx, { ids }) =>
      previewCards(ctx, ids, ({ recipient, number }) => `Put ${number} for ${recipient} back in the queue`),
    perform: async ({ deps }, { ids }, by) => {
      await unprintCards(deps, ids, by);
      return `${countCards(ids.length)} back in the queue.`;
    },
  }),
  send: createPreviewedAction({
    input: cardIds,
    preview: (ctx, { ids }) =>
      previewCards(
        ctx,
        ids,
        ({ recipient, number, email }) => `${number} is on its way to ${recipient}. We’ll email ${email}`,
      ),
    perform: async ({ deps }, { ids }, by) => {
      await sendCards(deps, ids, by);
      return `${countCards(ids.length)} marked as sent.`;
    },
  }),
  unsend: createPreviewedAction({
    input: cardId,
    preview: (ctx, { id }) =>
      previewCards(
        ctx,
        [id],
        ({ recipient }) =>
          `The card hasn’t been sent yet. The email that ${recipient} got can’t be taken back`,
      ),
    perform: async ({ deps }, { id }, by) => {
      await unsendCard(deps, id, by);
      return 'Not sent yet.';
    },
  }),
  markReturned: createPreviewedAction({
    input: cardId,
    preview: (ctx, { id }) =>
      previewCards(
        ctx,
        [id],
        ({ recipient }) => `The card for ${recipient} came back. It can be sent again to another address`,
      ),
    perform: async ({ deps }, { id }, by) => {
      await markCardReturned(deps, id, by);
      return 'Marked as returned.';
    },
  }),
  requeue: createPreviewedAction({
    input: requeueInput,
    preview: async ({ deps }, { id, street1, street2, city, state, zip, country }) => {
      const { recipient, step, address } = await getCardShipment(deps, id);
      const place = [street1, street2, city, `${state} ${zip}`, country].filter(Boolean).join(', ');
      const effects = [`The card is queued to be printed again, for ${recipient}, ${place}`];
      return { effects, state: { step, address } };
    },
    perform: async ({ deps }, { id, ...address }, by) => {
      await requeueCard(deps, id, address, by);
      return 'Back in the queue.';
    },
  }),
});
