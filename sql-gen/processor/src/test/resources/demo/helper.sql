SELECT 'it''s'
-- helps
