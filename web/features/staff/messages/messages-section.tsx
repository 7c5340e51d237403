import { messageList, subscriberList } from '#server/staff/messages/message-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { MessagePage } from './message-page.tsx';

export function MessagesSection() {
  return (
    <SectionRoutes
      root={staffPath('messages')}
      label="Messages"
      lists={[
        { name: 'messages', link: 'Messages', definition: messageList, page: <MessagePage /> },
        {
          name: 'newsletter',
          path: 'newsletter',
          link: 'Newsletter',
          definition: subscriberList,
          children: <SubscriberCount />,
        },
      ]}
    />
  );
}

function SubscriberCount() {
  const count = trpc.staff.messages.newsletter.useQuery();
  return (
    <p>
      {count.data === undefined
        ? 'Counting the subscribers…'
        : `${count.data.subscribers.toLocaleString('en-US')} subscribers. This leaves out suppressed addresses.`}
    </p>
  );
}
