import { z } from 'zod';
import { isRoutingNumber } from '../../lib/routing-number.ts';
import { listMissingFromGroup } from './setting-types.ts';

const bankText = (max: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'use ASCII characters')
    .max(max, `use at most ${max} characters`);

export const achSettings = {
  ACH_BANK_ROUTING: z
    .string()
    .refine(isRoutingNumber, 'use the 9 digits of the bank’s routing number')
    .optional(),
  ACH_BANK_NAME: bankText(23).optional(),
  ACH_COMPANY_ID: bankText(10).optional(),
  ACH_COMPANY_NAME: bankText(16).optional(),
  ACH_ORIGIN_ID: bankText(10).optional(),
};
const environment = z.object(achSettings);
type AchEnvironment = z.infer<typeof environment>;

/** The values that our bank requires in the ACH files that pay affiliates. */
export interface AchConfig {
  bankRouting: string;
  bankName: string;
  companyId: string;
  companyName: string;
  originId: string;
  /** True if the settings are missing outside production. No bank accepts a file with these values. */
  isStandIn: boolean;
}

export const ACH_REQUIRED = [
  'ACH_BANK_ROUTING',
  'ACH_BANK_NAME',
  'ACH_COMPANY_ID',
  'ACH_COMPANY_NAME',
] as const;

/** Used outside production. No bank has a routing number that begins with 99. */
const STAND_IN: AchConfig = {
  bankRouting: '999999992',
  bankName: 'STAND-IN BANK',
  companyId: 'STAND-IN',
  companyName: 'EVERYTHING CARD',
  originId: 'STAND-IN',
  isStandIn: true,
};

export function listMissingAchSettings(env: AchEnvironment): string[] {
  return env.ACH_ORIGIN_ID && ACH_REQUIRED.every((name) => env[name] === undefined)
    ? [`${ACH_REQUIRED.join(', ')} (needed with ACH_ORIGIN_ID)`]
    : listMissingFromGroup(env, ACH_REQUIRED);
}

/**
 * Reads the bank's settings. Returns undefined if they are missing in production: bank files can't be created
 * then.
 */
export function readAchConfig(env: AchEnvironment, production: boolean): AchConfig | undefined {
  const { ACH_BANK_ROUTING: bankRouting, ACH_BANK_NAME: bankName } = env;
  const { ACH_COMPANY_ID: companyId, ACH_COMPANY_NAME: companyName } = env;
  if (!bankRouting || !bankName || !companyId || !companyName) return production ? undefined : STAND_IN;
  const originId = env.ACH_ORIGIN_ID ?? companyId;
  return { bankRouting, bankName, companyId, companyName, originId, isStandIn: false };
}
