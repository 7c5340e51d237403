/**
 * Countries and inhabited territories by ISO 3166 code. U.S. territories are missing, because USPS treats
 * them as states.
 */
const COUNTRY_LIST = `
AF Afghanistan, AX Åland Islands, AL Albania, DZ Algeria, AD Andorra, AO Angola, AI Anguilla,
AG Antigua and Barbuda, AR Argentina, AM Armenia, AW Aruba, AU Australia, AT Austria, AZ Azerbaijan,
BS Bahamas, BH Bahrain, BD Bangladesh, BB Barbados, BY Belarus, BE Belgium, BZ Belize, BJ Benin,
BM Bermuda, BT Bhutan, BO Bolivia, BQ Bonaire, BA Bosnia and Herzegovina,
BW Botswana, BR Brazil, VG British Virgin Islands, BN Brunei, BG Bulgaria, BF Burkina Faso, BI Burundi,
KH Cambodia, CM Cameroon, CA Canada, CV Cape Verde, KY Cayman Islands, CF Central African Republic,
TD Chad, CL Chile, CN China, CX Christmas Island, CC Cocos (Keeling) Islands, CO Colombia, KM Comoros,
CK Cook Islands, CR Costa Rica, CI Côte d'Ivoire, HR Croatia, CU Cuba, CW Curaçao, CY Cyprus, CZ Czechia,
CD Democratic Republic of the Congo, DK Denmark, DJ Djibouti, DM Dominica, DO Dominican Republic,
EC Ecuador, EG Egypt, SV El Salvador, GQ Equatorial Guinea, ER Eritrea, EE Estonia, SZ Eswatini,
ET Ethiopia, FK Falkland Islands, FO Faroe Islands, FJ Fiji, FI Finland, FR France, GF French Guiana,
PF French Polynesia, GA Gabon, GM Gambia, GE Georgia, DE Germany, GH Ghana, GI Gibraltar, GR Greece,
GL Greenland, GD Grenada, GP Guadeloupe, GT Guatemala, GG Guernsey, GN Guinea, GW Guinea-Bissau,
GY Guyana, HT Haiti, HN Honduras, HK Hong Kong, HU Hungary, IS Iceland, IN India, ID Indonesia, IR Iran,
IQ Iraq, IE Ireland, IM Isle of Man, IL Israel, IT Italy, JM Jamaica, JP Japan, JE Jersey, JO Jordan,
KZ Kazakhstan, KE Kenya, KI Kiribati, XK Kosovo, KW Kuwait, KG Kyrgyzstan, LA Laos, LV Latvia,
LB Lebanon, LS Lesotho, LR Liberia, LY Libya, LI Liechtenstein, LT Lithuania, LU Luxembourg, MO Macao,
MG Madagascar, MW Malawi, MY Malaysia, MV Maldives, ML Mali, MT Malta, MH Marshall Islands,
MQ Martinique, MR Mauritania, MU Mauritius, YT Mayotte, MX Mexico, FM Micronesia, MD Moldova, MC Monaco,
MN Mongolia, ME Montenegro, MS Montserrat, MA Morocco, MZ Mozambique, MM Myanmar, NA Namibia, NR Nauru,
NP Nepal, NL Netherlands, NC New Caledonia, NZ New Zealand, NI Nicaragua, NE Niger, NG Nigeria, NU Niue,
NF Norfolk Island, KP North Korea, MK North Macedonia, NO Norway, OM Oman, PK Pakistan, PW Palau,
PS Palestine, PA Panama, PG Papua New Guinea, PY Paraguay, PE Peru, PH Philippines, PN Pitcairn,
PL Poland, PT Portugal, QA Qatar, CG Republic of the Congo, RE Réunion, RO Romania, RU Russia, RW Rwanda,
BL Saint Barthélemy, SH Saint Helena, KN Saint Kitts and Nevis, LC Saint Lucia, MF Saint Martin,
PM Saint Pierre and Miquelon, VC Saint Vincent and the Grenadines, WS Samoa, SM San Marino,
ST Sao Tome and Principe, SA Saudi Arabia, SN Senegal, RS Serbia, SC Seychelles, SL Sierra Leone,
SG Singapore, SX Sint Maarten, SK Slovakia, SI Slovenia, SB Solomon Islands, SO Somalia, ZA South Africa,
KR South Korea, SS South Sudan, ES Spain, LK Sri Lanka, SD Sudan, SR Suriname, SJ Svalbard and Jan Mayen,
SE Sweden, CH Switzerland, SY Syria, TW Taiwan, TJ Tajikistan, TZ Tanzania, TH Thailand, TL Timor-Leste,
TG Togo, TK Tokelau, TO Tonga, TT Trinidad and Tobago, TN Tunisia, TR Türkiye, TM Turkmenistan,
TC Turks and Caicos Islands, TV Tuvalu, UG Uganda, UA Ukraine, AE United Arab Emirates,
GB United Kingdom, US United States, UY Uruguay, UZ Uzbekistan, VU Vanuatu, VA Vatican City,
VE Venezuela, VN Vietnam, WF Wallis and Futuna, EH Western Sahara, YE Yemen, ZM Zambia, ZW Zimbabwe
`;

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

/** Sorted by English name. */
export const countries: readonly Country[] = COUNTRY_LIST.trim()
  .split(/[,\n]+\s*/)
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const COUNTRY_CODES = new Set(countries.map((country) => country.code));

/** Accepts a country's name or code in any case. Returns null for others. */
export function findCountryCode(text: string): string | null {
  const name = text.trim().toLowerCase();
  if (/^(usa|u\.s\.a?\.?|united states( of america)?)$/.test(name)) return 'US';
  const country = countries.find(
    (other) => other.name.toLowerCase() === name || other.code.toLowerCase() === name,
  );
  return country?.code ?? null;
}

export function isCountryCode(code: string): boolean {
  return COUNTRY_CODES.has(code);
}
