import { Route } from 'react-router';
import { messageList, subscriberList } from '#server/staff/messages/message-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionLinks } from '#web/features/staff/kit/section-links.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { MessagePage } from './message-page.tsx';

const links = (
  <SectionLinks
    label="Messages"
    links={[
      ['Messages', staffPath('messages')],
      ['Newsletter', staffPath('messages', 'newsletter')],
    ]}
  />
);

export function MessagesSection() {
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList name="messages" definition={messageList} linkTo={(id) => staffPath('messages', id)}>
            {links}
          </StaffList>
        }
      />
      <Route path="newsletter" element={<NewsletterPage />} />
      <Route path=":id" element={<MessagePage />} />
    </SectionRoutes>
  );
}

function NewsletterPage() {
  const count = trpc.staff.messages.newsletter.useQuery();
  return (
    <StaffList name="newsletter" definition={subscriberList}>
      {links}
      <p>
        {count.data === undefined
          ? 'Counting the subscribers…'
          : `${count.data.subscribers.toLocaleString('en-US')} subscribers. This leaves out suppressed addresses.`}
      </p>
    </StaffList>
  );
}
