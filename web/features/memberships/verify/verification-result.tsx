import { formatLongDate } from '#server/lib/dates.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { StatusBanner, type StatusKind } from './status-banner.tsx';
import classes from './verification.module.css';

export type Verification = NonNullable<RouterOutputs['verification']['find']>;

const STATUS_WORDS: Record<Verification['updatedStatus'], string> = {
  active: 'Active',
  expired: 'Expired!',
  invalid: 'Invalid',
};

/** A company's own number is not a card, regardless of its status (D61). */
export function getBanner({ isCompanyPlan, updatedStatus }: Verification): {
  kind: StatusKind;
  word: string;
} {
  return isCompanyPlan
    ? { kind: 'unknown', word: 'Company plan, not a card' }
    : { kind: updatedStatus, word: STATUS_WORDS[updatedStatus] };
}

/** Explains why a card can't be used. */
export function describeInactive({ updatedStatus, isCompanyPlan, periodEnd }: Verification): string {
  if (isCompanyPlan) {
    return 'This ID belongs to a company’s plan. Each of its members has their own card.';
  }
  if (updatedStatus === 'expired') return `Ended on ${formatLongDate(new Date(periodEnd))}`;
  return 'The membership is invalid. For more info, please contact us.';
}

export function VerificationResult({ membership }: { membership: Verification }) {
  const { updatedStatus, isCompanyPlan, statusText, periodEnd, firstname, lastname, isFamily, planName } =
    membership;
  return (
    <article className={layout.card}>
      <StatusBanner {...getBanner(membership)}>
        {updatedStatus === 'active' && !isCompanyPlan
          ? `Valid until ${formatLongDate(new Date(periodEnd))}`
          : describeInactive(membership)}
      </StatusBanner>
      <div className={classes.facts}>
        <Facts>
          <Fact name="Card Holder Name">
            <PersonName name={formatPersonName({ firstname, lastname })} />
          </Fact>
          <Fact name="Status">{statusText}</Fact>
          <Fact name="Expires">{formatLongDate(new Date(periodEnd))}</Fact>
          <Fact name="Card Plan">{planName}</Fact>
          {isFamily ? <FamilyFacts membership={membership} /> : null}
        </Facts>
      </div>
    </article>
  );
}

function FamilyFacts({ membership }: { membership: Verification }) {
  const { spouseFirstname, spouseLastname, familyMembers } = membership;
  const spouse = formatPersonName({ firstname: spouseFirstname, lastname: spouseLastname });
  // Keys include the index, because two family members may share a name.
  const members = familyMembers.map((name, index) => ({ key: `${index} ${name}`, name }));
  return (
    <>
      {spouse === '' ? null : (
        <Fact name="Spouse">
          <PersonName name={spouse} />
        </Fact>
      )}
      {members.length === 0 ? null : (
        <Fact name="Additional Family Members">
          <ul className={layout.plainList}>
            {members.map(({ key, name }) => (
              <li key={key}>
                <PersonName name={name} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}
