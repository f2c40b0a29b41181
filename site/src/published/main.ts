// The page of a published leaderboard (`bfclx report`): it reads the JSON files in data/ beside it.
import '../state/theme.ts';
import './published-app.ts';
