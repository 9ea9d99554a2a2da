-- Who has declined gets no notice. With an index of its own, nobody else's answer is read to find that out.
CREATE INDEX rsvps_declined ON rsvps (event_id, guest_id) WHERE response = 'declined';

-- What became of an event itself is in its list of activities: few records among those of guests, messages and the door.
CREATE INDEX audit_records_event ON audit_records (event_id, id)
  WHERE action = 'event.updated' OR action = 'event.cancelled' OR action = 'event.reinstated';
