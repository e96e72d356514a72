"""What people see: tables, their formats, and the command line."""
