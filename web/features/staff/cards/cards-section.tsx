import { Route } from 'react-router';
import { cardList, printRunList } from '#server/staff/cards/card-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionLinks } from '#web/features/staff/kit/section-links.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { CardActions } from './card-actions.tsx';
import { CardPage } from './card-page.tsx';
import { PrintRunPage } from './print-run-page.tsx';

const links = (
  <SectionLinks
    label="Physical cards"
    links={[
      ['All cards', staffPath('cards')],
      ['Print runs', staffPath('cards', 'runs')],
    ]}
  />
);

export function CardsSection() {
  return (
    <SectionRoutes>
      <Route index element={<QueuePage />} />
      <Route
        path="runs"
        element={
          <StaffList
            name="print-runs"
            definition={printRunList}
            linkTo={(id) => `${staffPath('cards', 'runs')}/${id}`}
          >
            {links}
          </StaffList>
        }
      />
      <Route path="runs/:id" element={<PrintRunPage />} />
      <Route path=":id" element={<CardPage />} />
    </SectionRoutes>
  );
}

function QueuePage() {
  return (
    <StaffList
      name="cards"
      definition={cardList}
      linkTo={(id) => staffPath('cards', id)}
      rowActions={(ids) => <CardActions ids={ids} names={['print', 'send', 'unprint']} />}
    >
      {links}
    </StaffList>
  );
}
