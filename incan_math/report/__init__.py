"""What people see: the report model, its formats, tables and plots."""
