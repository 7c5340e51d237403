import type { BusinessTerms } from '#server/domains/catalog/plan.schema.ts';
import { contractTitles } from '#server/domains/content/text-titles.shared.ts';
import { type Agreement, AgreementFields } from '../agreement-fields.tsx';

/** A plan's terms determine which agreements it needs (D21). */
export function AgreementsPage({ agreements }: Pick<BusinessTerms, 'agreements'>) {
  const { contractAgree, termsAgree, privacyAgree } = agreements;
  const agreementPaths = { contractAgree, termsAgree, privacyAgree };
  return <AgreementFields agreements={Object.entries(agreementPaths).flatMap(buildAgreements)} />;
}

function buildAgreements([name, type]: [string, BusinessTerms['agreements']['termsAgree']]): Agreement[] {
  return type === null ? [] : [{ name, type, title: contractTitles[type] }];
}
