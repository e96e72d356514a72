"""The page for the phone on the table: what it asks, a bounded pool that answers, and the server around both."""
