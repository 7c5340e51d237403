import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { setTypeInput, typeName } from './account-type.schema.ts';
import { changeAccountType, previewAccountType } from './account-type.service.ts';

export const accessRouter = router({
  setType: createPreviewedAction({
    input: setTypeInput,
    preview: previewAccountType,
    perform: async (ctx, values, by) => {
      const { email, from } = await previewAccountType(ctx, values);
      await changeAccountType(ctx.deps, values.id, { type: values.type, from, ...by });
      return `${email} is now ${typeName(values.type)}.`;
    },
  }),
});
