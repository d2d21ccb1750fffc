/// Questions to Postgres about the rights of the gateway's user.
extension Statement {
    static let rightToCreate = Statement(
        "right_to_create",
        """
        SELECT current_user, current_schema(), has_schema_privilege(current_schema(), 'CREATE')
        """
    )

    static let missingRights = Statement(
        "missing_rights",
        """
        SELECT t.relname, p.name, current_user
        FROM pg_catalog.pg_class t,
            (VALUES (1, 'SELECT'), (2, 'INSERT'), (3, 'UPDATE'), (4, 'DELETE')) p (place, name)
        WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(quote_ident(current_schema()))
            AND NOT has_table_privilege(t.oid, p.name)
        ORDER BY t.relname, p.place
        """
    )
}
