export interface ShareText {
  title: string;
  text: string;
}

interface ShareDetails {
  link: string;
  code: string;
  /** False if sales earn the affiliate nothing, as with a donation. */
  earns: boolean;
}

/** Returns texts to share. Anyone who earns from a sale has to disclose it. */
export function listShareTexts({ link, code, earns }: ShareDetails): ShareText[] {
  const disclosure = earns ? '\n\nI earn a commission if you buy with my link.' : '';
  const texts = [
    {
      title: 'A short post',
      text: `The Everything Card is a membership that saves you money at participating local and national businesses. See who’s in before you buy: ${link}`,
    },
    {
      title: 'A message to a friend',
      text: `Have you heard of the Everything Card? You show it at checkout and save at businesses near you. Type your ZIP code on their site to see which ones are in, then decide: ${link}`,
    },
    {
      title: 'A flyer or bulletin board',
      text: `Save at businesses near you with the Everything Card.\n\nScan the code or open ${link}\n\nWhen you buy, enter ${code} as your reference.`,
    },
  ];
  return texts.map(({ title, text }) => ({ title, text: `${text}${disclosure}` }));
}
