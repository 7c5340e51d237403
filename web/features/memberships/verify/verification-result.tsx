import { formatLongDate } from '#server/lib/dates.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { StatusBanner, type StatusKind } from './status-banner.tsx';
import classes from './verification.module.css';

export type Verification = NonNullable<RouterOutputs['verification']['find']>;

/** A company's own number is not a card, regardless of its status (D61). */
export function getBanner({ isCompanyPlan, updatedStatus, summary }: Verification): {
  kind: StatusKind;
  word: string;
} {
  return { kind: isCompanyPlan ? 'unknown' : updatedStatus, word: summary.title ?? '' };
}

export function VerificationResult({ membership }: { membership: Verification }) {
  const { statusText, summary, firstname, lastname, isFamily, planName } = membership;
  return (
    <article className={layout.card}>
      <StatusBanner {...getBanner(membership)}>{summary.text}</StatusBanner>
      <div className={classes.facts}>
        <Facts>
          <Fact name="Card Holder Name">
            <PersonName name={formatPersonName({ firstname, lastname })} />
          </Fact>
          <Fact name="Status">{statusText}</Fact>
          <Fact name="Expires">{formatLongDate(new Date(summary.until))}</Fact>
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
