import { Link, useParams } from 'react-router';
import { SHIPMENT_KINDS, SHIPMENT_STEPS } from '#server/staff/cards/card-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatDay, formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { CardActions, ReturnedCardActions, SentCardActions } from './card-actions.tsx';

type Card = RouterOutputs['staff']['cards']['detail'];

export function CardPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.cards.detail.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {(card) => (
        <StaffDetail
          section="cards"
          title={`Card for ${card.recipient}`}
          subtitle={SHIPMENT_STEPS[card.step]}
          actions={<StepActions card={card} />}
        >
          <StaffSection title="Card">
            <Facts rows={describeCard(card)} />
          </StaffSection>
          <StaffSection title="Timeline">
            <Timeline entries={card.timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function StepActions({ card: { id, step, address } }: { card: Card }) {
  if (step === 'sent') return <SentCardActions id={id} />;
  if (step === 'returned') return <ReturnedCardActions id={id} address={address} />;
  return <CardActions ids={[id]} names={step === 'waiting' ? ['print', 'send'] : ['send', 'unprint']} />;
}

function describeCard(card: Card) {
  const { street1, street2, city, state, zip, country } = card.address;
  const place = [street1, street2, city, `${state} ${zip}`, country].filter(Boolean).join(', ');
  return [
    [
      'Membership',
      <Link key="membership" to={staffPath('memberships', card.membershipId)}>
        {card.number}
      </Link>,
    ],
    ['Plan', card.planName],
    ['Membership status', card.standing],
    ['Name on card', card.name],
    ['Expires', formatDay(card.expiresAt)],
    ['Type', SHIPMENT_KINDS[card.isReplacement ? 'replacement' : 'first']],
    ['Recipient', card.recipient],
    ['Address', place],
    ['Email', card.email],
    ['Requested', formatInstant(card.requestedAt)],
    [
      'Print run',
      card.printRunId && (
        <Link key="run" to={`${staffPath('cards', 'runs')}/${card.printRunId}`}>
          Open print run
        </Link>
      ),
    ],
    ['Sent', card.sentAt && formatInstant(card.sentAt)],
    ['Returned', card.returnedAt && formatInstant(card.returnedAt)],
  ] as const;
}
