import { useParams } from 'react-router';
import { planEdit } from '#server/domains/catalog/plan-edit.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';

export function PlanDetail() {
  const id = Number(useParams().id);
  const query = trpc.staff.content.plans.detail.useQuery({ id });
  const { change } = useStaffClient().staff.content.plans;
  return (
    <StaffQuery query={query}>
      {({ plan, edit, label, timeline }) => (
        <StaffDetail
          section="content"
          title={plan.copy.title}
          subtitle={plan.orderSummaryName}
          actions={
            <StaffAction label="Change" size="lg" schema={planEdit} initial={edit} action={change}>
              <TextField
                name="price"
                label="Price in dollars"
                description="For new purchases. Current subscriptions keep their price."
                inputMode="decimal"
                autoComplete="off"
              />
              <TextField
                name="title"
                label="Title"
                description="On its page and its card"
                autoComplete="off"
              />
              <TextField
                name="label"
                label="Label"
                description="{price} is its price, {extra} how much more it costs than the individual plan"
                autoComplete="off"
              />
              <TextField name="summary" label="Summary" autoComplete="off" />
              <TextAreaField name="points" label="Points" description="One per line" rows={4} optional />
              <TextField
                name="name"
                label="Short name"
                description="In accounts and emails"
                autoComplete="off"
              />
              <TextField
                name="orderSummaryName"
                label="Name in orders"
                description="At checkout and on receipts"
                autoComplete="off"
              />
            </StaffAction>
          }
        >
          <StaffSection title="Now">
            <Facts
              rows={[
                ['Price', formatCents(plan.priceCents)],
                ['Label', label],
                ['Summary', plan.copy.summary],
                ['Points', plan.copy.points.map((point) => <div key={point}>{point}</div>)],
                ['Short name', plan.name],
                ['Name in orders', plan.orderSummaryName],
              ]}
            />
          </StaffSection>
          <StaffSection title="History">
            <Timeline entries={timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}
