import { createRoot } from 'react-dom/client';
import '#web/ui/styles/tokens.css';
import { SocialPicture } from './social-picture.tsx';

// Renders one link preview, such as `?picture=savings`, for tests/helpers/draw-social-pictures.ts to capture.
// Not part of the site.
const root = document.querySelector('#picture');
if (root) {
  const name = new URLSearchParams(location.search).get('picture') ?? '';
  createRoot(root).render(<SocialPicture name={name} />);
}
