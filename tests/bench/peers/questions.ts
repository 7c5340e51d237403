import { z } from 'zod';
import type { SearchInput } from '../search/cases.ts';
import { buildSearchPath } from '../search/over-http.ts';
import type { HttpClient, HttpResponse } from '../support/http-client.ts';
import { verificationPath } from '../verification.ts';
import { DIRECTUS_TOKEN } from './servers.ts';
import { boxAround } from './tables.ts';

/** Either a search whose place is already looked up for the peers, or a card number to verify. */
export type Question =
  | { search: SearchInput; words: string[]; place: { latitude: number; longitude: number } | null }
  | { number: string };

/** Sends a question. Returns the number of matching stores; for a card, 1 if it is known, otherwise 0. */
export type Ask = (client: HttpClient, question: Question) => Promise<number>;

const PAGE = 10;
const MILES = 60;

function parse<T>({ status, body }: HttpResponse, schema: z.ZodType<T>): T {
  if (status !== 200) throw new Error(`Returned ${status}: ${body.slice(0, 500)}`);
  return schema.parse(JSON.parse(body));
}

const ourSearch = z.tuple([z.object({ result: z.object({ data: z.object({ count: z.int() }) }) })]);
const ourCard = z.tuple([
  z.object({ result: z.object({ data: z.object({ number: z.string() }).nullable() }) }),
]);

export const askUs =
  (headers: () => Record<string, string>): Ask =>
  async (client, question) => {
    if ('number' in question) {
      const [{ result }] = parse(await client.get(verificationPath(question.number), headers()), ourCard);
      return result.data ? 1 : 0;
    }
    const [{ result }] = parse(await client.get(buildSearchPath(question.search), headers()), ourSearch);
    return result.data.count;
  };

const FIELDS = `rowId name searchName logo url isPremier isNational type categoryList
  street1 street2 city state zip country phone latitude longitude`;
const NEAR = `query ($lat: Float!, $lon: Float!, $miles: Float!, $words: [String], $category: Int, $offset: Int) {
  found: listingsNear(lat: $lat, lon: $lon, miles: $miles, words: $words, category: $category, first: ${PAGE}, offset: $offset) {
    totalCount nodes { ${FIELDS} } } }`;
const WITH = `query ($word: String!, $offset: Int) {
  found: listingsWith(word: $word, first: ${PAGE}, offset: $offset) { totalCount nodes { ${FIELDS} } } }`;
const CARD = `query ($number: String!) { card: cardByNumber(number: $number) {
  number firstname lastname spouseFirstname spouseLastname plan status periodEnd } }`;

const foundListings = z.object({ data: z.object({ found: z.object({ totalCount: z.int() }) }) });
const foundCard = z.object({ data: z.object({ card: z.object({ number: z.string() }).nullable() }) });

export const askPostGraphile: Ask = async (client, question) => {
  if ('number' in question) {
    const { number } = question;
    const { data } = parse(await client.post('/graphql', { query: CARD, variables: { number } }), foundCard);
    return data.card ? 1 : 0;
  }
  const { search, place, words } = question;
  const offset = search.skip ?? 0;
  const near = place && {
    lat: place.latitude,
    lon: place.longitude,
    miles: search.distance ?? MILES,
    words: words.length > 0 ? words.map((word) => `%${word}%`) : null,
    category: search.category ?? null,
    offset,
  };
  const body = near
    ? { query: NEAR, variables: near }
    : { query: WITH, variables: { word: words[0] ?? '', offset } };
  return parse(await client.post('/graphql', body), foundListings).data.found.totalCount;
};

const directusRows = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ filter_count: z.int() }).optional(),
});
const LISTING_FIELDS =
  'id,name,search_name,logo,url,is_premier,is_national,type,category_list,street1,street2,city,state,zip,country,phone,latitude,longitude';
const CARD_FIELDS = 'number,firstname,lastname,spouse_firstname,spouse_lastname,plan,status,period_end';

/** Finds everything in the box around the circle, because a Directus filter can't compute a distance. */
export const askDirectus: Ask = async (client, question) => {
  const headers = { authorization: `Bearer ${DIRECTUS_TOKEN}` };
  if ('number' in question) {
    const filter = encodeURIComponent(JSON.stringify({ number: { _eq: question.number } }));
    const path = `/items/cards?filter=${filter}&fields=${CARD_FIELDS}`;
    return parse(await client.get(path, headers), directusRows).data.length;
  }
  const { search, place, words } = question;
  const box = place && boxAround(place, search.distance ?? MILES);
  const filters = [
    ...(box ? [{ latitude: { _between: box.latitudes } }, { longitude: { _between: box.longitudes } }] : []),
    ...words.map((word) => ({ search_name: { _contains: word } })),
    ...(search.category ? [{ category_list: { _contains: `,${search.category},` } }] : []),
  ];
  const query = new URLSearchParams({
    filter: JSON.stringify({ _and: filters }),
    fields: LISTING_FIELDS,
    sort: 'name_key,id',
    limit: String(PAGE),
    offset: String(search.skip ?? 0),
    meta: 'filter_count',
  });
  const { meta } = parse(await client.get(`/items/listings?${query}`, headers), directusRows);
  return meta?.filter_count ?? -1;
};
