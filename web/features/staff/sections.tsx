import type { ComponentType } from 'react';
import type { StaffSectionName } from '#server/staff/sections.shared.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';

/** The page of each section. A section may have routes of its own, below its path. */
export const sectionPages: Partial<Record<StaffSectionName, ComponentType>> = {
  affiliates: lazyComponent(
    async () => (await import('./affiliates/affiliates-section.tsx')).AffiliatesSection,
  ),
  promoCodes: lazyComponent(
    async () => (await import('./promo-codes/promo-codes-section.tsx')).PromoCodesSection,
  ),
  content: lazyComponent(async () => (await import('./content/content-section.tsx')).ContentSection),
  cards: lazyComponent(async () => (await import('./cards/cards-section.tsx')).CardsSection),
  companies: lazyComponent(async () => (await import('./companies/companies-section.tsx')).CompaniesSection),
  messages: lazyComponent(async () => (await import('./messages/messages-section.tsx')).MessagesSection),
  webinar: lazyComponent(async () => (await import('./webinar/webinar-section.tsx')).WebinarSection),
  overview: lazyComponent(async () => (await import('./overview/overview-section.tsx')).OverviewSection),
  purchases: lazyComponent(async () => (await import('./purchases/purchases-section.tsx')).PurchasesSection),
  passkeys: lazyComponent(async () => (await import('./access/passkeys-section.tsx')).PasskeysSection),
  system: lazyComponent(async () => (await import('./system/system-section.tsx')).SystemSection),
  import: lazyComponent(
    async () => (await import('./imports/members-import-section.tsx')).MembersImportSection,
  ),
  audit: lazyComponent(async () => (await import('./audit/audit-section.tsx')).AuditSection),
  members: lazyComponent(async () => (await import('./members/members-section.tsx')).MembersSection),
  memberships: lazyComponent(
    async () => (await import('./members/memberships-section.tsx')).MembershipsSection,
  ),
  businesses: lazyComponent(
    async () => (await import('./businesses/businesses-section.tsx')).BusinessesSection,
  ),
};
