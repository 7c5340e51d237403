import type { Random } from './random.ts';

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Invented words, so that no demo chain has the name of a real company. */
const COINED_NAMES = splitWords(`
  Calderwick Cindermoor Copperline Dapplemere Dovetrail Elmshade Fernhollow Foxglen Glimmerby Halcroft Hearthby Ivorin
  Juniptree Kestrelle Larkmere Lumbrook Marrowby Mossgate Nettlecroft Norvane Orchardine Ovelle Pebblewick Pellandra
  Quarrelle Quillet Rookhaven Saltmarrow Sunderby Tandry Thornelle Umberline Velvane Wexcombe Wrenfold Yarrowell
  Zephrine Brindlewood Cresselly Duskendale Everbrae Fallowmere Gantrell Harrowell Inglefold Jessamere Kinderly
  Lanternby Merribrook Northwick Oakenelle Pennyfold Quincewood Rosendell Silverthane Tamberly
`);

const ADJECTIVES = splitWords(`
  Amber Blue Brave Bright Canyon Cedar Clever Copper Cozy Crooked Emerald Gentle Golden Green Happy Harbor Honest Humble
  Indigo Iron Jolly Kindred Little Lively Lucky Maple Merry Midtown Mighty Modern Noble Old Painted Patient Prairie Quiet
  Red River Rustic Scarlet Shady Silver Simple Spotted Summit Sunny Tidy Twin Valley Velvet Wandering White Wild Yellow
`);

const NOUNS = splitWords(`
  Acorn Anchor Apple Arrow Badger Barn Basket Bear Bell Bicycle Bluebird Bridge Button Canoe Clover Compass Crane Dragonfly
  Feather Fern Finch Fox Gate Goose Heron Hill Kettle Kite Ladder Lantern Lark Leaf Lighthouse Marigold Mill Moon Oak
  Orchard Otter Owl Pear Pebble Pine Plum Quail Rabbit Robin Rooster Sparrow Spoon Sycamore Thimble Tulip Wagon Willow Wren
`);

const SURNAMES = splitWords(`
  Abara Alvarez Anders Baptiste Becker Brandt Castillo Chen Coleman Delgado Dubois Eriksen Farrow Fischer Gallagher Garza
  Haddad Hassan Holloway Ibarra Iyer Jankowski Kapoor Keller Kim Kowalski Lindqvist Lopez Maddox Marchetti Mbeki Moreau
  Nakamura Novak Okafor Olsen Ortega Osei Park Pereira Petrov Quigley Ramos Rivera Rossi Sato Schmidt Silva Singh Soto
  Tanaka Torres Tran Ueda Vargas Villanueva Weber Whitfield Wójcik Yang Yilmaz Zamora Zhang Núñez
`);

const STREETS = splitWords(`
  Main Oak Maple Cedar Elm Washington Lake Hill Walnut Park Church Spring River Center Pine Franklin Highland Jefferson
  Mill Chestnut Broad Union Market Prospect Lincoln Willow Grove College Liberty Madison Sunset Meadow Orchard Jackson
`);
const STREET_KINDS = ['St', 'St', 'St', 'Ave', 'Ave', 'Blvd', 'Rd', 'Dr', 'Ln', 'Way'] as const;

export function createNames(random: Random) {
  const usedNames = new Set<string>();
  const unusedCoinedNames = [...COINED_NAMES];
  /** Retries until the name is new. There are many more possible names than businesses. */
  const makeUnique = (makeName: () => string): string => {
    for (;;) {
      const name = makeName();
      if (usedNames.has(name.toLowerCase())) continue;
      usedNames.add(name.toLowerCase());
      return name;
    }
  };
  const makeTwoWordName = () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
  return {
    national: (kind: string): string =>
      makeUnique(
        () =>
          `${unusedCoinedNames.splice(random.between(0, unusedCoinedNames.length - 1), 1)[0] ?? makeTwoWordName()} ${kind}`,
      ),
    regional: (kind: string): string => makeUnique(() => `${makeTwoWordName()} ${kind}`),
    single: (kind: string, city: string): string =>
      makeUnique(() => {
        const owner = random.pick(SURNAMES);
        const candidates = [
          `${owner}'s ${kind}`,
          `${owner} & ${random.pick(['Sons', 'Daughters', 'Family', random.pick(SURNAMES)])} ${kind}`,
          `${city} ${kind}`,
          `${random.pick(STREETS)} Street ${kind}`,
          `The ${makeTwoWordName()} ${kind}`,
          `${makeTwoWordName()} ${kind}`,
        ];
        return random.pick(candidates);
      }),
    street: (): string => `${random.between(1, 9899)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
  };
}

export type Names = ReturnType<typeof createNames>;
