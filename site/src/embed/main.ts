// The entry of embed.html: the same page without its chrome, which takes data from the page around it.
import '../state/theme.ts';
import '../app/app.ts';
import { navigate, route } from '../state/router.ts';
import { startFrame } from './frame.ts';

const { view, params } = route.value;
const mode = params.mode === 'failures' ? 'failures' : 'embedded';
const fails = mode === 'failures' && !params.verdict;
navigate(
  location.hash.length > 1 && mode === 'embedded' ? view : 'results',
  { ...params, ...(fails && { verdict: 'fail' }), mode },
  { replace: true },
);
startFrame();
