import { createRoot } from 'react-dom/client';
import '#web/ui/styles/tokens.css';
import { SocialPicture } from './social-picture.tsx';

// A page for the program that draws the pictures, never for people: `?picture=savings` shows one.
const root = document.querySelector('#picture');
if (root) {
  const name = new URLSearchParams(location.search).get('picture') ?? '';
  createRoot(root).render(<SocialPicture name={name} />);
}
