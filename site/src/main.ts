// The page's entry: the shell, which loads everything else as it is needed.
import './state/theme.ts';
import './app/app.ts';
import { installOffline } from './offline/register.ts';
import { restoreAsks } from './state/asks.ts';
import { startNotes } from './state/notes.ts';
import { startShelf } from './state/shelf.ts';
import { installTableDrop } from './state/table-drop.ts';

installOffline();
void startShelf();
void startNotes();
void restoreAsks();
installTableDrop();
