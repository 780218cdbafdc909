-- Links to set a new password are forgotten once they are too old.

grant delete on billing.password_reset to facturier_app;
