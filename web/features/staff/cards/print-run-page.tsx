import { Link, useParams } from 'react-router';
import { SHIPMENT_STEPS } from '#server/staff/cards/card-list.shared.ts';
import { printRunFile, staffPath } from '#server/staff/sections.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffFileLink } from '#web/features/staff/kit/staff-file-link.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { CardActions } from './card-actions.tsx';

const COLUMNS = {
  recipient: { label: 'Recipient', format: 'text' },
  number: { label: 'Membership ID', format: 'id' },
  place: { label: 'Address', format: 'text' },
  step: { label: 'Status', format: 'status' },
} as const;

export function PrintRunPage() {
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
