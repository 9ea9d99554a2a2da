-- Who has declined gets no notice. With an index of its own, nobody else's answer is read to find that out.
CREATE INDEX rsvps_declined ON rsvps (event_id, guest_id) WHERE response = 'declined';
