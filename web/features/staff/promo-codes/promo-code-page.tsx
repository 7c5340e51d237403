import { Link, useParams } from 'react-router';
import {
  promoCodeLimits,
  promoCodeSwitch,
  promoCodeTerms,
} from '#server/domains/catalog/promo-code-terms.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { Timeline } from '../kit/timeline.tsx';
import { createTerms, LimitFields, PromoCodeTermsFields } from './promo-code-terms-fields.tsx';

type PromoCode = RouterOutputs['staff']['promoCodes']['detail'];

export function PromoCodePage() {
  const { id = '' } = useParams();
  const query = trpc.staff.promoCodes.detail.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {(code) => (
        <StaffDetail
          section="promoCodes"
          title={code.code}
          subtitle={code.isActive ? code.words : `Stopped. ${code.words}`}
          actions={<Actions code={code} />}
        >
          <StaffSection
            title="Results"
            actions={
              <Link to={`${staffPath('promoCodes')}/uses?q=${encodeURIComponent(code.code)}`}>
                Who used it
              </Link>
            }
          >
            <Facts
              rows={[
                ['Used', code.totals.used],
                ['Reserved by open purchases', code.totals.reserved],
                ['Released by failed or refunded purchases', code.totals.released],
                ['Paid with it, including renewals', formatCents(code.totals.paidCents)],
                ['Discounts', formatCents(code.totals.discountCents)],
                ['Refunded', formatCents(code.totals.refundedCents)],
              ]}
            />
          </StaffSection>
          <StaffSection title="Timeline">
            <Timeline entries={code.timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function Actions({ code }: { code: PromoCode }) {
  return (
    <>
      {code.isUsed ? null : <CorrectAction code={code} />}
      <LimitAction code={code} />
      <SwitchActions code={code} />
    </>
  );
}

function CorrectAction({ code }: { code: PromoCode }) {
  const client = useStaffClient();
  const navigate = useLateNavigate();
  const { data: plans } = trpc.staff.promoCodes.plans.useQuery();
  if (!plans) return null;
  return (
    <StaffAction
      label="Correct"
      size="lg"
      schema={promoCodeTerms}
      initial={createTerms(plans, code)}
      action={client.staff.promoCodes.correct}
      onDone={async (values) => {
        const newCode = values.code.trim().toUpperCase();
        if (newCode !== code.code) navigate(staffPath('promoCodes', newCode), { replace: true });
      }}
    >
      <PromoCodeTermsFields plans={plans} />
    </StaffAction>
  );
}

const toText = (value: number | null) => (value === null ? '' : String(value));

function LimitAction({ code }: { code: PromoCode }) {
  const client = useStaffClient();
  return (
    <StaffAction
      label="Change limits"
      schema={promoCodeLimits}
      initial={{
        id: code.code,
        revision: code.revision,
        maxUses: toText(code.maxUses),
        maxUsesPerBuyer: toText(code.maxUsesPerBuyer),
        validUntil: code.lastDay ?? '',
      }}
      action={client.staff.promoCodes.limit}
    >
      <LimitFields />
    </StaffAction>
  );
}

/** Hides the other button instead of removing it, so that its dialog can still show the result. */
function SwitchActions({ code }: { code: PromoCode }) {
  const { stop, start } = useStaffClient().staff.promoCodes;
  const initial = { id: code.code, revision: code.revision };
  return (
    <>
      <span hidden={!code.isActive}>
        <StaffAction label="Stop" danger schema={promoCodeSwitch} initial={initial} action={stop} />
      </span>
      <span hidden={code.isActive}>
        <StaffAction label="Start again" schema={promoCodeSwitch} initial={initial} action={start} />
      </span>
    </>
  );
}
