// The entry of embed.html: the same page without its chrome, which takes data from the page around it.
import '../state/theme.ts';
import '../app/app.ts';
import { navigate, route } from '../state/router.ts';
import { startFrame } from './frame.ts';

const { view, params } = route.value;
navigate(location.hash.length > 1 ? view : 'results', { ...params, mode: 'embedded' }, { replace: true });
startFrame();
