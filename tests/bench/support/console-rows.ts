import pg from 'pg';

/**
 * Statements that insert companies, messages, promo codes, and ledger entries. `$1` is the number of members.
 */
const INSERTS = [
  // A company for every tenth account. Every ninth company has the same word in its name.
  `insert into companies (id, account_id, name, street1, city, state, zip, country, email, phone, created_at)
    select gen_random_uuid(), id, lastname || ' ' || (array['Logistics', 'Bakery', 'Dental', 'Plumbing', 'Books',
        'Garage', 'Florist', 'Roofing', 'Travel'])[1 + i % 9] || ' ' || i,
      '1 Main St', 'Denver', 'CO', '80202', 'US', 'office-' || i || '@example.com', '5550100142', created_at
    from (select *, row_number() over (order by id)::int as i from accounts where account_type = 0) numbered
    where i % 10 = 0 and i <= $1`,
  // A message from every member.
  `insert into messages (id, kind, name, email, fields, digest, received_at)
    select gen_random_uuid(), 'contact', firstname || ' ' || lastname, 'writer-' || number || '@example.com', '[]',
      number, created_at
    from memberships limit $1`,
  // Promo codes for two uses each. About a tenth were used once, and a few twice.
  `insert into promo_codes (code, percent_off, max_uses, is_active, valid_from, created_at)
    select 'BULK' || i, 10, 2, i % 1000 <> 0, case when i % 777 = 0 then now() + interval '1 month' end,
      now() - i * interval '1 minute'
    from generate_series(1, $1::int / 10) i`,
  `insert into promo_holds (purchase_id, code, buyer_key, status, held_at)
    select id, 'BULK' || case when i % 100 = 0 then i * 10 - 10 else i * 10 end, 'guest', 'consumed', now()
    from (select id, row_number() over (order by id) as i from purchases) numbered where i > 1 and i <= $1 / 100`,
  // A ledger entry for every payment, and a refund for about 3 % of them.
  `insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, occurred_at)
    select gen_random_uuid(), 'payment', provider_invoice_id, purchase_id, id, paid_at from payments limit $1`,
  `insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, occurred_at)
    select gen_random_uuid(), 'refund', 're_' || id, purchase_id, id, paid_at + random() * interval '7 days'
    from payments where random() < 0.03 limit $1`,
  `insert into ledger_postings (id, entry_id, account, amount_cents)
    select gen_random_uuid(), ledger_entries.id, account, cents
    from ledger_entries join (values ('payment', 'in transit', 4995), ('payment', 'revenue', -4995),
        ('refund', 'refunds', 4995), ('refund', 'in transit', -4995)) sides (kind, account, cents) using (kind)
    where $1::int > 0`,
];

/** Inserts rows that the console lists for members. Call `fillMembers` first. */
export async function fillConsole(url: string, members: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    for (const insert of INSERTS) await client.query(insert, [members]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
