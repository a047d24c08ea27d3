import { createRoot } from 'react-dom/client';
import '../../../../../core/react/base.css';
import { StoriesPage } from './StoriesPage.tsx';

createRoot(document.getElementById('root')!).render(<StoriesPage />);
