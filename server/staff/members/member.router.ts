import { grantMembershipInput } from '../../domains/checkout/kinds/granted-card/granted-card.schema.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { addressInput, correctNameInput, mailInput, memberDetail, memberInput } from './member.schema.ts';
import { getMember } from './member.service.ts';
import * as actions from './member-actions.service.ts';

export const membersRouter = router({
  get: staffProcedure
    .input(memberInput)
    .output(memberDetail)
    .query(({ ctx, input }) => getMember(ctx, input.id)),

  correctName: createAction({
    input: correctNameInput,
    preview: ({ deps }, values) => actions.previewName(deps, values),
    perform: ({ deps }, values, by) => actions.correctName(deps, values, by),
  }),

  grant: createAction({
    input: grantMembershipInput,
    preview: ({ deps }, values) => actions.previewGrant(deps, values),
    perform: ({ deps }, values, by, state) => actions.grant(deps, values, by, state),
  }),

  endSessions: createAction({
    input: memberInput,
    preview: ({ deps }, { id }) => actions.previewSessions(deps, id),
    perform: ({ deps }, { id }, by) => actions.endSessions(deps, id, by),
  }),

  resendMail: createAction({
    input: mailInput,
    preview: ({ deps }, { id }) => actions.previewMail(deps, id),
    perform: ({ deps }, { id }, by) => actions.resend(deps, id, by),
  }),

  unsuppress: createAction({
    input: addressInput,
    preview: ({ deps }, { email }) => actions.previewUnsuppression(deps, email),
    perform: ({ deps }, { email }, by) => actions.unsuppress(deps, email, by),
  }),
});
