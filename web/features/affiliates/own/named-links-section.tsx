import { useState } from 'react';
import { linkInput } from '#server/domains/affiliates/links/referral-link.schema.ts';
import { RepeatableForm } from '#web/features/accounts/profile/repeatable-form.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Money } from '#web/ui/money.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Overview } from './link-section.tsx';
import type { LinkWeeksProps } from './link-weeks.tsx';
import classes from './own-affiliate.module.css';

type NamedLink = RouterOutputs['affiliates']['links']['list'][number];

// Loaded on demand: the chart library is large, and few affiliates open the charts.
const LinkWeeks = lazyComponent<LinkWeeksProps>(async () => (await import('./link-weeks.tsx')).LinkWeeks);

/** Lists the links that the affiliate has named, with the visits, sales, and commissions of each. */
export function NamedLinksSection({ overview: { referenceCode } }: { overview: Overview }) {
  const links = trpc.affiliates.links.list.useQuery();
  const [hasCharts, setHasCharts] = useState(false);
  if (referenceCode === '') return null;
  return (
    <section aria-labelledby="own-links" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-links">Your named links</h2>
      <p className={classes.lead}>
        Create a named link for each place you share it, such as a newsletter or a poster, and see how many
        sales each one gets.
      </p>
      <AddLink />
      {links.isError ? (
        <ErrorBox message={toFailure(links.error).message} onRetry={() => void links.refetch()} />
      ) : null}
      {links.data && links.data.length > 0 ? (
        <ul className={`${layout.plainList} ${classes.people}`} aria-label="Your named links">
          {links.data.map((link) => (
            <LinkItem key={link.name} link={link} />
          ))}
        </ul>
      ) : null}
      {hasCharts ? (
        <LinkWeeks names={links.data?.map(({ name }) => name) ?? []} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setHasCharts(true)}>
            Show visits, sales, and commissions by week
          </Button>
        </div>
      )}
    </section>
  );
}

function AddLink() {
  const utils = trpc.useUtils();
  const add = trpc.affiliates.links.add.useMutation();
  return (
    <div className={classes.account}>
      <RepeatableForm
        initial={{ name: '' }}
        schema={linkInput}
        submitLabel="Add link"
        onSubmit={async (values) => {
          await add.mutateAsync(values);
          await utils.affiliates.links.list.invalidate();
        }}
      >
        <TextField
          name="name"
          label="Link name"
          description="Use letters, digits, and hyphens, such as spring or church-fair."
          autoComplete="off"
          autoCapitalize="none"
        />
      </RepeatableForm>
    </div>
  );
}

function LinkItem({ link: { name, url, visits, sales, commissionCents } }: { link: NamedLink }) {
  const utils = trpc.useUtils();
  const remove = trpc.affiliates.links.remove.useMutation();
  return (
    <li className={classes.namedLink}>
      <p className={classes.sale}>{name}</p>
      <p className={classes.address}>{url}</p>
      <p className={classes.remark}>
        {formatCount(visits, 'visit')}, {formatCount(sales, 'sale')}, <Money cents={commissionCents} /> earned
      </p>
      <div className={classes.actions}>
        <CopyLink link={() => url} targetName={`Everything Card, named ${name}`} />
        <ConfirmedAction
          label="Remove"
          targetName={name}
          keepLabel="Keep it"
          danger={false}
          onConfirm={async () => {
            await remove.mutateAsync({ name });
            await utils.affiliates.links.list.invalidate();
          }}
        >
          The link keeps working, and its sales are still credited to you, but no longer listed under its
          name. If you add the name again, you’ll see its earlier sales.
        </ConfirmedAction>
      </div>
    </li>
  );
}

const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
