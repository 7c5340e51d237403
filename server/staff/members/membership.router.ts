import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { correctNameInput } from './member.schema.ts';
import {
  cancelInput,
  extendInput,
  membershipInput,
  refundInput,
  sendCardInput,
  staffMembership,
} from './membership.schema.ts';
import { getStaffMembership } from './membership.service.ts';
import * as actions from './membership-actions.service.ts';

export const staffMembershipsRouter = router({
  get: staffProcedure
    .input(membershipInput)
    .output(staffMembership)
    .query(({ ctx, input }) => getStaffMembership(ctx, input.id)),

  refund: createAction({
    input: refundInput,
    preview: ({ deps }, values) => actions.previewRefund(deps, values),
    perform: ({ deps }, values, by) => actions.refund(deps, values, by),
  }),

  cancel: createAction({
    input: cancelInput,
    preview: ({ deps }, values) => actions.previewCancellation(deps, values),
    perform: ({ deps }, values, by) => actions.cancel(deps, values, by),
  }),

  extend: createAction({
    input: extendInput,
    preview: ({ deps }, values) => actions.previewExtension(deps, values),
    perform: ({ deps }, values, by, shown) => actions.extend(deps, values, by, shown),
  }),

  correctName: createAction({
    input: correctNameInput,
    preview: ({ deps }, values) => actions.previewName(deps, values),
    perform: ({ deps }, values, by) => actions.correctName(deps, values, by),
  }),

  sendClaim: createAction({
    input: membershipInput,
    preview: ({ deps }, { id }) => actions.previewClaimLink(deps, id),
    perform: ({ deps }, { id }, by) => actions.resendClaimLink(deps, id, by),
  }),

  sendCard: createAction({
    input: sendCardInput,
    preview: ({ deps }, values) => actions.previewCard(deps, values),
    perform: ({ deps }, values, by) => actions.sendCard(deps, values, by),
  }),
});
