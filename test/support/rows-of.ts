/** Returns table → number of an event's rows, without empty tables. */
export async function rowsOfEvent(database: D1Database, eventId: string): Promise<Record<string, number>> {
  const { results } = await database
    .prepare("select name, sql from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'")
    .all<{ name: string; sql: string }>();
  const columns = results.flatMap(({ name, sql }) => {
    if (name === "events") return [{ name, column: "id" }];
    // Rows of the outbox and dead letters name their event in the body.
    const column = /\b(event_id|body) TEXT/.exec(sql)?.[1];
    return column === undefined ? [] : [{ name, column }];
  });
  const counts = await database.batch<{ count: number }>(
    columns.map(({ name, column }) =>
      database.prepare(`select count(*) as count from "${name}" where instr("${column}", ?) > 0`).bind(eventId),
    ),
  );
  const found = columns.map(({ name }, index) => [name, counts[index]?.results[0]?.count ?? 0] as const);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}
