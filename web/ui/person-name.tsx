/** A person's name beside other text, whose order a name in Arabic or Hebrew letters must not change. */
export function PersonName({ name }: { name: string }) {
  return <bdi>{name}</bdi>;
}
