import { Link, useParams } from 'react-router';
import { cardId, cardIds, requeueInput } from '#server/staff/cards/card.schema.ts';
import {
  cardList,
  printRunList,
  SHIPMENT_KINDS,
  SHIPMENT_STEPS,
} from '#server/staff/cards/card-list.shared.ts';
import { printRunFile, staffPath } from '#server/staff/sections.shared.ts';
import { formatDay, formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffFileLink } from '#web/features/staff/kit/staff-file-link.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';

const BATCH_ACTIONS = {
  print: 'Print cards',
  send: 'Mark as sent',
  unprint: 'Put back in the queue',
} as const;
type BatchAction = keyof typeof BATCH_ACTIONS;

interface CardActionsProps {
  ids: readonly string[];
  names: readonly BatchAction[];
}

function CardActions({ ids, names }: CardActionsProps) {
  const { cards } = useStaffClient().staff;
  return names.map((name) => (
    <StaffAction
      key={name}
      label={BATCH_ACTIONS[name]}
      schema={cardIds}
      initial={{ ids: [...ids] }}
      action={cards[name]}
      size="lg"
    />
  ));
}

const UNDO_ACTIONS = { unsend: 'Mark as not sent', markReturned: 'Mark as returned' } as const;

function SentCardActions({ id }: { id: string }) {
  const { cards } = useStaffClient().staff;
  return (['markReturned', 'unsend'] as const).map((name) => (
    <StaffAction
      key={name}
      label={UNDO_ACTIONS[name]}
      schema={cardId}
      initial={{ id }}
      action={cards[name]}
    />
  ));
}

interface ReturnedCardActionsProps {
  id: string;
  address: RouterOutputs['staff']['cards']['detail']['address'];
}

function ReturnedCardActions({ id, address }: ReturnedCardActionsProps) {
  const { requeue } = useStaffClient().staff.cards;
  return (
    <StaffAction
      label="Send again"
      schema={requeueInput}
      initial={{ id, ...address, street2: address.street2 ?? '' }}
      action={requeue}
    >
      <AddressFields />
    </StaffAction>
  );
}

type Card = RouterOutputs['staff']['cards']['detail'];

function CardPage() {
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

const COLUMNS = {
  recipient: { label: 'Recipient', format: 'text' },
  number: { label: 'Membership ID', format: 'id' },
  place: { label: 'Address', format: 'text' },
  step: { label: 'Status', format: 'status' },
} as const;

function PrintRunPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.cards.run.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {({ printedAt, cards, timeline }) => {
        const unsent = cards.filter(({ step }) => step === 'printed').map((card) => card.id);
        return (
          <StaffDetail
            section="cards"
            title={`Print run of ${formatInstant(printedAt)}`}
            subtitle={`${cards.length} cards, ${unsent.length} of them not sent yet`}
            actions={<CardActions ids={unsent} names={['send', 'unprint']} />}
          >
            <StaffSection
              title="Cards"
              actions={
                <>
                  <StaffFileLink href={printRunFile(id, 'cards.pdf')}>Card sheet (PDF)</StaffFileLink>
                  <StaffFileLink href={printRunFile(id, 'addresses.csv')}>Addresses (CSV)</StaffFileLink>
                </>
              }
            >
              <StaffTable
                label="Cards of this print run"
                columns={COLUMNS}
                rows={cards.map(({ id: card, recipient, number, address, step }) => ({
                  id: card,
                  recipient,
                  number,
                  place: `${address.street1}, ${address.city}, ${address.state} ${address.zip}`,
                  step: SHIPMENT_STEPS[step],
                }))}
                renderCell={(name, row) =>
                  name === 'recipient' ? (
                    <Link to={staffPath('cards', String(row.id))}>{row.recipient}</Link>
                  ) : undefined
                }
              />
            </StaffSection>
            <StaffSection title="Timeline">
              <Timeline entries={timeline} />
            </StaffSection>
          </StaffDetail>
        );
      }}
    </StaffQuery>
  );
}

export function CardsSection() {
  return (
    <SectionRoutes
      root={staffPath('cards')}
      label="Physical cards"
      lists={[
        {
          name: 'cards',
          link: 'All cards',
          definition: cardList,
          page: <CardPage />,
          rowActions: (ids) => <CardActions ids={ids} names={['print', 'send', 'unprint']} />,
        },
        {
          name: 'print-runs',
          path: 'runs',
          link: 'Print runs',
          definition: printRunList,
          page: <PrintRunPage />,
        },
      ]}
    />
  );
}
