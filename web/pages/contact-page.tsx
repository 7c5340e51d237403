import { RESPONSE_TIME } from '#server/lib/business-rules.ts';
import classes from '#web/features/content/contact.module.css';
import { ContactForm } from '#web/features/content/contact-form.tsx';
import { ContactWays } from '#web/features/content/contact-ways.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function ContactPage() {
  const { data = {} } = trpc.content.settings.useQuery();
  return (
    <Page width="wide">
      <PageHeader title="Contact us">
        Have a question or an idea, or did something go wrong? Write to us.
      </PageHeader>
      <div className={classes.contact}>
        <ContactForm responseTime={data.responseTime || RESPONSE_TIME} />
        <ContactWays settings={data} />
      </div>
    </Page>
  );
}
